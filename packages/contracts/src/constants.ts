/** App version of the specification (CONST area); shown on the about page and by `/api/health`. */
export const appVersion = '2.3.4';
