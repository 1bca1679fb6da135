/** The path where every user lands (ROUTE-56, CONST-04). */
export const landing = '/agents';

/** The path of the redirect helper, which never leads to itself (ROUTE-53). */
export const redirectPath = '/redirect';
