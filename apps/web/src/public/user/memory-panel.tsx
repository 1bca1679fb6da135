import type { agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { useState } from 'react';
import { Icon } from '../../lib/icons.tsx';
import classes from '../chat.module.css';
import { createCaller, type PlacesOf } from '../model/call-by-place.ts';
import { Panel } from '../panel/panel.tsx';
import { ChangeFailure, LoadNote } from '../panel/panel-notes.tsx';
import { TextForm } from '../panel/text-form.tsx';
import { useLoaded } from '../use-loaded.ts';

type Endpoints = typeof agentMemories.endpoints;
type Memory = ReplyOf<Endpoints['listOwn']>['items'][number];

const places = {
  listOwn: { method: 'GET', path: '/api/content/chat/memories' },
  updateOwn: { method: 'PUT', path: '/api/content/chat/memories/:memoryId' },
  removeOwn: { method: 'DELETE', path: '/api/content/chat/memories/:memoryId' },
  removeAllOwn: { method: 'DELETE', path: '/api/content/chat/memories' },
} as const satisfies PlacesOf<Endpoints>;

const callMemory = createCaller<Endpoints, keyof typeof places>(places);

/** The most facts that are shown. */
const limit = 100;

/** The most characters of a fact. */
const longestFact = 300;

interface FactProps {
  memory: Memory;
  onCorrect: (fact: string) => void;
  onRemove: () => void;
}

const Fact = ({ memory: { fact }, onCorrect, onRemove }: FactProps) => {
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (isCorrecting)
    return (
      <TextForm
        label="What is right"
        text={fact}
        most={longestFact}
        isLong
        onCancel={() => setIsCorrecting(false)}
        onSave={(corrected) => {
          setIsCorrecting(false);
          onCorrect(corrected);
        }}
      />
    );
  return (
    <div className={`line-1 ${classes.sessionRow}`}>
      <span className={`min-0 grow pad-2 ${classes.remembered}`} dir="auto">
        {fact}
      </span>
      <span className="rigid flex">
        <button
          type="button"
          className={classes.action}
          aria-label={`Correct: ${fact}`}
          onClick={() => setIsCorrecting(true)}
        >
          <Icon name="edit" size={15} />
        </button>
        <button type="button" className={classes.action} aria-label={`Forget: ${fact}`} onClick={onRemove}>
          <Icon name="remove" size={15} />
        </button>
      </span>
    </div>
  );
};

interface FactsProps {
  memories: readonly Memory[];
  onCorrect: (memoryId: string, fact: string) => void;
  onRemove: (memoryId: string) => void;
  onRemoveAll: () => void;
}

const Facts = ({ memories, onCorrect, onRemove, onRemoveAll }: FactsProps) => {
  if (memories.length === 0)
    return (
      <p className="muted small margin-top-3" role="status">
        Nothing is remembered about you. What will matter again is noted while you chat, and appears here.
      </p>
    );
  return (
    <>
      <ul className={`bare ${classes.sessions}`}>
        {memories.map((memory) => (
          <li key={memory.memoryId}>
            <Fact
              memory={memory}
              onCorrect={(fact) => onCorrect(memory.memoryId, fact)}
              onRemove={() => onRemove(memory.memoryId)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className={classes.action} onClick={onRemoveAll}>
        Forget all of it
      </button>
    </>
  );
};

/** The memory of agents about an app user, who alone sees it, and can correct and delete it. */
export const MemoryPanel = ({ onClose }: { onClose: () => void }) => {
  const [changes, setChanges] = useState(0);
  const [failure, setFailure] = useState('');
  const loaded = useLoaded(String(changes), () => callMemory('listOwn', { query: { limit } }));
  const change = (work: Promise<unknown>, done: 'saved' | 'deleted') => {
    setFailure('');
    work.then(
      () => setChanges((count) => count + 1),
      () => setFailure(`This could not be ${done}. Please try again.`),
    );
  };
  return (
    <Panel title="Remembered about you" onClose={onClose}>
      <p className="muted small margin-top-3">
        Only you see this. What you correct or delete holds from your next question on; conversations that
        mention it stay.
      </p>
      <ChangeFailure text={failure} />
      <LoadNote state={loaded.state} what="It" />
      {loaded.state === 'ready' ? (
        <Facts
          memories={loaded.value.items}
          onCorrect={(memoryId, fact) =>
            change(callMemory('updateOwn', { params: { memoryId }, body: { fact } }), 'saved')
          }
          onRemove={(memoryId) => change(callMemory('removeOwn', { params: { memoryId } }), 'deleted')}
          onRemoveAll={() => change(callMemory('removeAllOwn', {}), 'deleted')}
        />
      ) : null}
    </Panel>
  );
};
