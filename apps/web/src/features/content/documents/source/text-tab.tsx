import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconPencil, IconTable } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Correctable, CorrectContext } from '../../../../lib/source/corrections.ts';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import type { Span } from '../model/source-text.ts';
import { useEditableText, useEditContent } from '../source-api.ts';
import { CorrectCell } from './correct-cell.tsx';
import classes from './source.module.css';
import { SourceText } from './source-text.tsx';

interface EditorProps {
  importId: string;
  read: { version: number; text: string };
  onDone: () => void;
}

const Editor = ({ importId, read, onDone }: EditorProps) => {
  const [text, setText] = useState(read.text);
  const [failure, setFailure] = useState<ErrorDescription>();
  const edit = useEditContent();
  const area = useRef<HTMLTextAreaElement>(null);
  // The button that opened the editor no longer exists, so the focus would be lost.
  useEffect(() => area.current?.focus(), []);
  const save = async () => {
    setFailure(undefined);
    const body = { knowledgeBaseImportId: importId, version: read.version, text };
    try {
      await edit.mutateAsync({ body });
      onDone();
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return (
    <div className="stack-4">
      <Textarea
        ref={area}
        label="Text"
        description="Markdown: # begins a heading, a blank line a paragraph. A line like <!-- page 2 --> says where a page begins, one like <!-- at 1:23 --> where something is said. Chunks that were written by hand stay with the previous version."
        classNames={{ input: classes.editorText ?? '' }}
        rows={20}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormFailure failure={failure} />
      <div className="row-2-3 flat justify-end margin-bottom-3">
        <Button variant="default" onClick={onDone} disabled={edit.isPending}>
          Cancel
        </Button>
        <Button
          onClick={() => void save()}
          disabled={text === read.text || text.trim() === ''}
          loading={edit.isPending}
        >
          Save text
        </Button>
      </div>
      <LeaveQuestion isDirty={text !== read.text && !edit.isPending} />
    </div>
  );
};

const EditorView = ({ importId, onDone }: { importId: string; onDone: () => void }) => {
  const query = useEditableText(importId);
  return (
    <QueryView query={query} errorTitle="The text could not be opened">
      {(read) => <Editor key={read.version} importId={importId} read={read} onDone={onDone} />}
    </QueryView>
  );
};

/** The text as it was read, in whose tables and forms a cell can be chosen and corrected. */
const CorrectableText = ({ row, mark }: TextTabProps) => {
  const [chosen, setChosen] = useState<Correctable>();
  const document = { knowledgeBaseImportId: row.knowledgeBaseImportId, version: row.version };
  return (
    <>
      <p className="muted small below-4">
        Choose a cell, a value or the name of a column in a table or form. All other text is changed with
        “Edit text”.
      </p>
      <CorrectContext value={setChosen}>
        <SourceText key={mark?.start} importId={row.knowledgeBaseImportId} mark={mark} />
      </CorrectContext>
      {chosen ? (
        <CorrectCell document={document} chosen={chosen} onClose={() => setChosen(undefined)} />
      ) : null}
    </>
  );
};

interface TextTabProps {
  row: KnowledgeImport;
  mark: Span | undefined;
}

/** The text of the document, which can be read, edited and corrected (IMPORT-47, IMPORT-59). */
export const TextTab = ({ row, mark }: TextTabProps) => {
  const [mode, setMode] = useState<'read' | 'edit' | 'correct'>('read');
  const importId = row.knowledgeBaseImportId;
  const canEdit = row.abilities.canEdit;
  if (mode === 'edit') return <EditorView importId={importId} onDone={() => setMode('read')} />;
  const isCorrecting = mode === 'correct' && canEdit;
  return (
    <>
      {canEdit ? (
        <div className="row-2-3 margin-bottom-3">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} />}
            onClick={() => setMode('edit')}
          >
            Edit text
          </Button>
          <Button
            size="xs"
            variant={isCorrecting ? 'light' : 'default'}
            aria-pressed={isCorrecting}
            leftSection={<IconTable size={14} />}
            onClick={() => setMode(isCorrecting ? 'read' : 'correct')}
          >
            Correct cells
          </Button>
        </div>
      ) : null}
      {isCorrecting ? (
        <CorrectableText row={row} mark={mark} />
      ) : (
        <SourceText key={mark?.start} importId={importId} mark={mark} />
      )}
    </>
  );
};
