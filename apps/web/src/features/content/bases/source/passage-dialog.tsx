import type { Chunk } from '@atelier/contracts/content/bases/import-shapes';
import { documents } from '@atelier/contracts/content/documents/documents';
import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useAddPassage, useEditPassage } from '../source-api.ts';

const schema = documents.endpoints.addChunk.body.pick({ text: true, heading: true });

/** What is written: a passage that is there, or a new one after it. */
export type PassageWork = { kind: 'edit'; passage: Chunk } | { kind: 'add'; after: Chunk | undefined };

interface PassageDialogProps {
  importId: string;
  work: PassageWork;
  onClose: () => void;
}

/** Writes one passage; it alone is indexed anew (CHUNK-04, CHUNK-05). */
export const PassageDialog = ({ importId, work, onClose }: PassageDialogProps) => {
  const add = useAddPassage();
  const edit = useEditPassage();
  const passage = work.kind === 'edit' ? work.passage : undefined;
  const form = useZodForm(schema, {
    defaultValues: { text: passage?.text ?? '', heading: passage?.heading ?? '' },
    onSubmit: async ({ text, heading }) => {
      if (work.kind === 'edit') {
        const { chunkId, text: was } = work.passage;
        await edit.mutateAsync({ body: { chunkId, text, heading, was } });
      } else {
        const afterChunkId = work.after?.chunkId;
        await add.mutateAsync({ body: { knowledgeBaseImportId: importId, text, heading, afterChunkId } });
      }
      onClose();
    },
  });
  const place = work.kind === 'add' && work.after ? ` after passage ${work.after.ordinal + 1}` : '';
  return (
    <FormDialog
      title={passage ? `Edit passage ${passage.ordinal + 1}` : `Add a passage${place}`}
      description="Only this passage is indexed anew. It is marked as edited, because it is not in the document's text."
      opened
      onClose={onClose}
      form={form}
      submitLabel={passage ? 'Save passage' : 'Add passage'}
      size="lg"
    >
      <TextInput label="Heading" description="Optional." maxLength={300} {...form.field('heading')} />
      <Textarea label="Text" rows={10} data-autofocus {...form.field('text')} />
    </FormDialog>
  );
};
