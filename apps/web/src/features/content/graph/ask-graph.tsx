import { type GraphFound, graphModeTexts } from '@atelier/contracts/content/graph/graph-shapes';
import { GraphSearchMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useGraphSearch } from './api.ts';
import classes from './graph.module.css';
import type { GraphPosition } from './graph-section.tsx';
import { modeChoices } from './model/graph-words.ts';

interface AskGraphProps {
  id: string;
  onEntity: (entityId: string) => void;
  onOpen: (position: GraphPosition) => void;
}

const Found = ({ found, onEntity, onOpen }: Omit<AskGraphProps, 'id'> & { found: GraphFound }) => (
  <div className={`stack-4 ${classes.stack}`} role="status">
    {found.note === null ? null : <p className="note break-anywhere">{found.note}</p>}
    {found.graph.entities.length === 0 ? null : (
      <p className="row-2">
        <span className="note break-anywhere">Through</span>
        {found.graph.entities.slice(0, 8).map(({ entityId, name }) => (
          <Button key={entityId} size="compact-xs" variant="default" onClick={() => onEntity(entityId)}>
            {name}
          </Button>
        ))}
      </p>
    )}
    {found.results.length === 0 ? <p className="note break-anywhere">No chunk was found.</p> : null}
    <ol className="stack-3 bare">
      {found.results.map(({ chunkId, quote, document, start, end }) => (
        <li key={chunkId} className={`stack-2 items-start ${classes.source}`}>
          <blockquote>{quote}</blockquote>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileText size={14} />}
            onClick={() => onOpen({ importId: document.knowledgeBaseImportId, span: { start, end } })}
          >
            {document.name}
          </Button>
        </li>
      ))}
    </ol>
  </div>
);

/** Asks a question through the graph, in any of its modes (GRAPH-03). */
export const AskGraph = ({ id, onEntity, onOpen }: AskGraphProps) => {
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<GraphSearchMode>('MIX_MODE');
  const search = useGraphSearch();
  const modeText = useId();
  return (
    <Panel
      title="Ask through the graph"
      description="See which chunks a question leads to, and through which entities."
    >
      <div className={`stack-4 ${classes.stack}`}>
        <form
          className="wrap-3 align-end"
          onSubmit={(event) => {
            event.preventDefault();
            if (query.trim() !== '') search.mutate({ body: { knowledgeBaseId: id, query, mode } });
          }}
        >
          <TextInput
            className={classes.question}
            label="Question"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <NativeSelect
            label="Mode"
            data={modeChoices}
            aria-describedby={modeText}
            value={mode}
            onChange={(event) => setMode(GraphSearchMode.parse(event.currentTarget.value))}
          />
          <Button type="submit" loading={search.isPending}>
            Ask
          </Button>
        </form>
        <p className="note break-anywhere" id={modeText}>
          {graphModeTexts[mode]}
        </p>
        <FormFailure failure={search.error ? describeError(search.error) : undefined} />
        {search.data ? <Found found={search.data} onEntity={onEntity} onOpen={onOpen} /> : null}
      </div>
    </Panel>
  );
};
