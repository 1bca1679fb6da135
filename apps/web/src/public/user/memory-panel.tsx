import type { agentMemories } from '@atelier/contracts/build/agents/agent-memories';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { useState } from 'react';
import { Icon } from '../../lib/icons.tsx';
import classes from '../chat.module.css';
import { callerOf, type PlacesOf } from '../model/call-by-place.ts';
import { Panel } from '../panel.tsx';
import { useLoaded } from '../use-loaded.ts';

type Endpoints = typeof agentMemories.endpoints;
type Memory = ReplyOf<Endpoints['listOwn']>['items'][number];

const places = {
  listOwn: { method: 'GET', path: '/api/content/chat/memories' },
  removeOwn: { method: 'DELETE', path: '/api/content/chat/memories/:memoryId' },
  removeAllOwn: { method: 'DELETE', path: '/api/content/chat/memories' },
} as const satisfies PlacesOf<Endpoints>;

const callMemory = callerOf<Endpoints, keyof typeof places>(places);

/** The most facts that are shown. */
const limit = 100;

const Fact = ({ memory, onRemove }: { memory: Memory; onRemove: () => void }) => (
  <li className={classes.sessionRow}>
    <span className={classes.remembered} dir="auto">
      {memory.fact}
    </span>
    <button type="button" className={classes.action} aria-label={`Forget: ${memory.fact}`} onClick={onRemove}>
      <Icon name="remove" size={15} />
    </button>
  </li>
);

interface FactsProps {
  memories: readonly Memory[];
  onRemove: (memoryId: string) => void;
  onRemoveAll: () => void;
}

const Facts = ({ memories, onRemove, onRemoveAll }: FactsProps) => {
  if (memories.length === 0)
    return (
      <p className={classes.note} role="status">
        Nothing is remembered about you. What will matter again is noted while you chat, and appears here.
      </p>
    );
  return (
    <>
      <ul className={classes.sessions}>
        {memories.map((memory) => (
          <Fact key={memory.memoryId} memory={memory} onRemove={() => onRemove(memory.memoryId)} />
        ))}
      </ul>
      <button type="button" className={classes.action} onClick={onRemoveAll}>
        Forget all of it
      </button>
    </>
  );
};

/** What is remembered about an app user, who alone sees it and can delete it. */
export const MemoryPanel = ({ onClose }: { onClose: () => void }) => {
  const [changes, setChanges] = useState(0);
  const [failure, setFailure] = useState('');
  const loaded = useLoaded(String(changes), () => callMemory('listOwn', { query: { limit } }));
  const change = (work: Promise<unknown>) => {
    setFailure('');
    work.then(
      () => setChanges((count) => count + 1),
      () => setFailure('This could not be deleted. Please try again.'),
    );
  };
  return (
    <Panel title="Remembered about you" onClose={onClose}>
      <p className={classes.note}>
        Only you see this. What you delete is gone from your next question on; conversations that mention it
        stay.
      </p>
      {failure === '' ? null : (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {loaded.state === 'loading' ? (
        <p className={classes.note} role="status">
          Loading…
        </p>
      ) : null}
      {loaded.state === 'failed' ? (
        <p className={classes.note}>It could not be loaded. Please close this and try again.</p>
      ) : null}
      {loaded.state === 'ready' ? (
        <Facts
          memories={loaded.value.items}
          onRemove={(memoryId) => change(callMemory('removeOwn', { params: { memoryId } }))}
          onRemoveAll={() => change(callMemory('removeAllOwn', {}))}
        />
      ) : null}
    </Panel>
  );
};
