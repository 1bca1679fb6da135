import { z } from 'zod';

/** Bytes: of a file in a form, or of one that is sent. */
export const fileBytes = z.string().meta({ format: 'binary' });

/** A file of one of these types. */
export const fileReplyFor = (...types: string[]) => ({
  200: { says: 'The file.', content: Object.fromEntries(types.map((type) => [type, fileBytes])) },
});

/** A file with the type that it came with. */
export const anyFile = fileReplyFor('*/*');

/** A file with the type that it came with, or the range of its bytes that the header `range` asks for. */
export const fileOrRange = {
  ...anyFile,
  206: { says: 'The range of the file that was asked for.', content: { '*/*': fileBytes } },
  416: { says: 'The file has no such range.' },
};

export const rangeHeader = { range: 'One range of bytes, such as `bytes=0-1023`.' };

/** The envelope of a reply with another status than 200. */
export const buildEnvelopeSchema = (status: number, responseData: z.ZodType) =>
  z.object({
    success: z.literal(true),
    responseCode: z.literal(status),
    responseData,
    requestId: z.string(),
  });
