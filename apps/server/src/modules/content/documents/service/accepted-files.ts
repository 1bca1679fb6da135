import { supportedExtensions } from '@atelier/documents';
import type { AnyCtx } from '../../../../kernel/context/context.ts';

/** The limits of the browser's file pickers. The upload itself is checked against the same limit. */
export const acceptedFiles = ({ services }: AnyCtx): Promise<{ endings: string[]; maxBytes: number }> =>
  Promise.resolve({
    endings: supportedExtensions.map((extension) => `.${extension}`),
    maxBytes: services.config.server.maxUploadBytes,
  });
