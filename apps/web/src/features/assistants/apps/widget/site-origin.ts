/** Returns the origin of what somebody typed as a site: `Example.com/about` → `https://example.com`. Keeps what it cannot read. */
export const siteOrigin = (typed: string): string => {
  const text = typed.trim();
  const [, scheme = 'https://', wildcard = '', rest = ''] = /^(https?:\/\/)?(\*\.)?(.*)$/i.exec(text) ?? [];
  const address = `${scheme.toLowerCase()}${rest}`;
  if (rest === '' || !URL.canParse(address)) return text;
  const { protocol, host } = new URL(address);
  return `${protocol}//${wildcard}${host}`;
};
