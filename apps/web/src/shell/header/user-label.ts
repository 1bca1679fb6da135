/** Returns two letters for a user without a picture. */
export const toInitials = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /^./u.exec(word ?? '')?.[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
};

const longest = 24;
const longestName = 12;

/** Shortens the part before the @ first, so that the domain stays readable (HEADER-21). */
export const shortenEmail = (email: string): string => {
  if (email.length <= longest) return email;
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  const domain = email.slice(at);
  const shortName = name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
  const room = longest - shortName.length;
  return shortName + (domain.length > room ? `${domain.slice(0, Math.max(2, room - 1))}…` : domain);
};
