import { supportedExtensions } from '@atelier/documents';
import type { AnyCtx } from '../../../../kernel/context/context.ts';

/** What the file pickers of the browser let through; the upload itself is judged by the same limit. */
export const acceptedFiles = ({ services }: AnyCtx): Promise<{ endings: string[]; maxBytes: number }> =>
  Promise.resolve({
    endings: supportedExtensions.map((extension) => `.${extension}`),
    maxBytes: services.config.server.maxUploadBytes,
  });
