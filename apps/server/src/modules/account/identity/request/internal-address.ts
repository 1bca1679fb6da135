/**
 * Whether an address is of one of the domains (ROUTE-05): the part behind the last `@` is one of them, whole. A sub-domain is
 * another domain, and so is whatever only begins or ends like one.
 */
export const isInternalAddress = (email: string, domains: readonly string[]): boolean => {
  const at = email.lastIndexOf('@');
  return at > 0 && domains.includes(email.slice(at + 1).toLowerCase());
};
