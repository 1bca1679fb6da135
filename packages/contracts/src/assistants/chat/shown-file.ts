import { z } from 'zod';
import { DocumentSection, SourceForm } from '../../content/bases/import-shapes.ts';

/** The form in which a file of a record or of a run is shown. */
export const ShownForm = z.enum([...SourceForm.options, 'PICTURE']);

/** A file as it is shown: the file itself (a page of a PDF, a picture), or the text that was read from it. */
export const ShownFile = z.object({
  form: ShownForm,
  /** Null where the text is shown. */
  fileBytes: z.number().int().nullable(),
  sections: z.array(DocumentSection),
  /** False when it has more text than is shown. */
  isWhole: z.boolean(),
});
export type ShownFile = z.infer<typeof ShownFile>;
