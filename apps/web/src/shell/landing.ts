/** Where everybody lands (ROUTE-56, CONST-04). */
export const landing = '/agents';
