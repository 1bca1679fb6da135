import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { fileBytes } from '../../kernel/raw-replies.ts';
import { lookupId } from '../../kernel/shapes.ts';
import { App } from '../apps.ts';

/** The largest icon or logo, in bytes. */
export const maxImageBytes = 1024 * 1024;

/** The types of pictures that an icon or logo may have. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'];

const upload = {
  method: 'PUT',
  access: { allow: 'apps:write' },
  params: z.object({ id: lookupId }),
  multipart: true,
  form: z.object({ file: fileBytes }),
  reply: App,
} as const;

/** The pictures of an app. They are removed by setting `botIconId` or `botLogoId` to null. */
export const appLook = defineContract({
  name: 'app-look',
  alsoFails: ['apps.not_found'],
  errors: {
    'apps.image_refused': {
      kind: 'invalid',
      message: 'Please choose a picture of the type PNG, JPEG or WebP, of at most 1 MB.',
    },
    'apps.image_not_found': { kind: 'not_found', message: 'This picture does not exist any more.' },
  },
  endpoints: {
    setIcon: {
      ...upload,
      path: '/api/content/bot-icon/:id',
      summary: 'Upload the bot icon of an app: PNG, JPEG or WebP, at most 1 MB (APP-48)',
    },
    setLogo: {
      ...upload,
      path: '/api/content/bot-logo/:id',
      summary: 'Upload the logo of an app: PNG, JPEG or WebP, at most 1 MB (APP-49)',
    },
  },
});
