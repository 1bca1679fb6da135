// Exports for the first steps of a company.
export { appProgress } from './service/account-completion.ts';
export { addApp, takenAppNames } from './service/create-app.ts';
