// What the first steps of a company need of apps.
export { appProgress } from './service/account-completion.ts';
export { addApp, takenAppNames } from './service/create-app.ts';
