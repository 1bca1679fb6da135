/** True when the domain of an address, after its last `@`, equals one of the domains (ROUTE-05). A subdomain is another domain. */
export const isInternalAddress = (email: string, domains: readonly string[]): boolean => {
  const at = email.lastIndexOf('@');
  return at > 0 && domains.includes(email.slice(at + 1).toLowerCase());
};
