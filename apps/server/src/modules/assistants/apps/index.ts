export { type Answerer, answererPoint, planAnswer } from './answerers.ts';
export { appImages } from './look/service/set-image.ts';
export { imageAddress } from './present.ts';
export { appProgress } from './service/account-completion.ts';
export {
  findAppForChat,
  knowledgeForChat,
  listAppsForChat,
  prepareDraftForChat,
} from './service/app-for-chat.ts';
export { addApp, takenAppNames } from './service/create-app.ts';
export { findAppAnswerer } from './service/find-answerer.ts';
export { getApp } from './service/reads.ts';
export { updateApp } from './service/update-app.ts';
export { visibleAppNames } from './service/visible-app-names.ts';
export { answeringVersions } from './versions/service/read-versions.ts';
