import { appLook } from '@atelier/contracts/assistants/apps/look';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { setImage } from './service/set-image.ts';

export const lookRoutes = defineRoutes(appLook, {
  setIcon: (ctx, { params }, exchange) =>
    setImage(ctx, { appId: params.id, setting: 'botIconId' }, exchange.parts()),
  setLogo: (ctx, { params }, exchange) =>
    setImage(ctx, { appId: params.id, setting: 'botLogoId' }, exchange.parts()),
});
