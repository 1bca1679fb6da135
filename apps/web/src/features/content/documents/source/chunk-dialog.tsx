import type { Chunk } from '@atelier/contracts/content/bases/import-shapes';
import { documents } from '@atelier/contracts/content/documents/documents';
import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useAddChunk, useEditChunk } from '../source-api.ts';

const schema = documents.endpoints.addChunk.body.pick({ text: true, heading: true });

/** The task of the dialog: edit a chunk, or add a new one after it. */
export type ChunkWork = { kind: 'edit'; chunk: Chunk } | { kind: 'add'; after: Chunk | undefined };

interface ChunkDialogProps {
  importId: string;
  work: ChunkWork;
  onClose: () => void;
}

/** The dialog that adds or edits one chunk. Only this chunk is indexed again (CHUNK-04, CHUNK-05). */
export const ChunkDialog = ({ importId, work, onClose }: ChunkDialogProps) => {
  const add = useAddChunk();
  const edit = useEditChunk();
  const chunk = work.kind === 'edit' ? work.chunk : undefined;
  const form = useZodForm(schema, {
    defaultValues: { text: chunk?.text ?? '', heading: chunk?.heading ?? '' },
    onSubmit: async ({ text, heading }) => {
      if (work.kind === 'edit') {
        const { chunkId, text: was } = work.chunk;
        await edit.mutateAsync({ body: { chunkId, text, heading, was } });
      } else {
        const afterChunkId = work.after?.chunkId;
        await add.mutateAsync({ body: { knowledgeBaseImportId: importId, text, heading, afterChunkId } });
      }
      onClose();
    },
  });
  const position = work.kind === 'add' && work.after ? ` after chunk ${work.after.ordinal + 1}` : '';
  return (
    <FormDialog
      title={chunk ? `Edit chunk ${chunk.ordinal + 1}` : `Add a chunk${position}`}
      description="Only this chunk is indexed again. It is marked as edited because its wording differs from the document's text."
      opened
      onClose={onClose}
      form={form}
      submitLabel={chunk ? 'Save chunk' : 'Add chunk'}
      size="lg"
    >
      <TextInput label="Heading" description="Optional." maxLength={300} {...form.field('heading')} />
      <Textarea label="Text" rows={10} data-autofocus {...form.field('text')} />
    </FormDialog>
  );
};
