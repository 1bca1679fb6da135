export { type Answerer, answererPoint, planAnswer } from './answerers.ts';
export { appImages } from './look/service/set-image.ts';
export { imageAddress } from './present.ts';
export {
  findAppForChat,
  knowledgeForChat,
  listAppsForChat,
  prepareDraftForChat,
} from './service/app-for-chat.ts';
export { addApp, takenAppNames } from './service/create-app.ts';
export { findAppAnswerer } from './service/find-answerer.ts';
export { appProgress, getApp, visibleAppNames } from './service/reads.ts';
export { updateApp } from './service/update-app.ts';
export { answeringVersions } from './versions/service/read-versions.ts';
