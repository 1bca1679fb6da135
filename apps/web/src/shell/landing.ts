/** Where everybody lands (ROUTE-56, CONST-04). */
export const landing = '/agents';

/** Where the redirect helper stands, which never leads to itself (ROUTE-53). */
export const redirectPath = '/redirect';
