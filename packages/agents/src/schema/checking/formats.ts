const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const last = month === '02' && !isLeap ? 28 : (days[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= last;
};

/** The minute of a day in UTC that may end with a leap second. */
const lastMinute = 24 * 60 - 1;

const isTime = (text: string): boolean => {
  const found =
    /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i.exec(text);
  if (!found) return false;
  const [, hour, minute, second, sign, zoneHour = 0, zoneMinute = 0] = found;
  if (second !== '60') return true;
  const shift = (sign === '-' ? 1 : -1) * (Number(zoneHour) * 60 + Number(zoneMinute));
  const minutes = Number(hour) * 60 + Number(minute) + shift + 24 * 60;
  return minutes % (24 * 60) === lastMinute;
};

const isDateTime = (text: string): boolean =>
  isDate(text.slice(0, 10)) && /^[t ]$/i.test(text.slice(10, 11)) && isTime(text.slice(11));

const isIpv4 = (text: string): boolean => {
  const parts = text.split('.', 5);
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
};

const isIpv6 = (text: string): boolean =>
  /^[0-9a-f:.]{2,45}$/i.test(text) && URL.canParse(`http://[${text}]/`);

const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  text.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));

const isMail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  const [name, host] = [text.slice(0, at), text.slice(at + 1)];
  // A name in quotes may have nearly every sign, and a host may be one of another alphabet.
  return at > 0 && name.length <= 64 && host.length > 0 && host.length <= 253 && !/[\s@]/.test(host);
};

const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i.test(text);

/** The formats that are checked, each in time that grows with the text alone. Others only describe. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  email: isMail,
  ipv4: isIpv4,
  ipv6: isIpv6,
  hostname: isHostName,
  uri: isUri,
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
};
