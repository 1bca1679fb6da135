import type { FlowTemplate } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { usePieces, useTemplates } from '../api.ts';
import { stepKinds } from '../model/card-views.ts';
import { pieceIcon } from '../model/piece-icons.ts';
import classes from './templates.module.css';

/** The most icons of a picture; it says how many more steps there are. */
const mostIcons = 6;

const iconFor = (name: string, pieces: readonly PieceDescription[]) => {
  const kind = Object.entries(stepKinds).find(([type]) => type === name);
  return kind?.[1].Icon ?? pieceIcon(pieces.find((it) => it.name === name)?.icon);
};

/** The steps of a template as icons. What they are is said in the text beside it. */
const Picture = ({
  picture,
  pieces,
}: {
  picture: readonly string[];
  pieces: readonly PieceDescription[];
}) => {
  const more = picture.length - mostIcons;
  return (
    <span className={`pad-4 flex align-center ${classes.picture}`} aria-hidden>
      {picture.slice(0, mostIcons).map((name, at) => {
        const StepIcon = iconFor(name, pieces);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: The picture of a template does not change.
          <span key={at} className={at === 0 ? classes.start : classes.step}>
            <StepIcon size={18} stroke={1.6} />
          </span>
        );
      })}
      {more > 0 ? <span className={`muted tiny ${classes.more}`}>+{more}</span> : null}
    </span>
  );
};

interface TemplatesProps {
  onChoose: (templateId: string) => void;
  isBusy: boolean;
}

interface CardsProps extends TemplatesProps {
  templates: readonly FlowTemplate[];
}

const Cards = ({ templates, onChoose, isBusy }: CardsProps) => {
  const pieces = usePieces().data?.pieces ?? [];
  return (
    <ul className="stack-3 bare cards">
      {templates.map(({ templateId, displayName, description, picture, needs }) => (
        <li key={templateId}>
          <button
            type="button"
            className={`surface-box-lg stack-1 content-start text-color overflow-hidden ${classes.template}`}
            disabled={isBusy}
            onClick={() => onChoose(templateId)}
          >
            <Picture picture={picture} pieces={pieces} />
            <span className="medium">{displayName}</span>
            <span className="muted small regular">{description}</span>
            {needs.length === 0 ? null : (
              <span className="tiny accent-text above-1">Needs a connection to {needs.join(' and ')}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
};

const fits = ({ displayName, description, category, needs }: FlowTemplate, words: readonly string[]) => {
  const text = [displayName, description, category, ...needs].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

const Gallery = ({ templates, ...props }: CardsProps) => {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const found = templates.filter((it) => fits(it, words));
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        aria-label="Search templates"
        placeholder="Search templates"
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <p className="muted small regular" role="status">
          No template fits. Try another word.
        </p>
      ) : (
        <Cards {...props} templates={found} />
      )}
    </>
  );
};

/** Flows to begin with. A click makes a flow of one and opens it; the builder asks for what it needs. */
export const Templates = (props: TemplatesProps) => {
  const query = useTemplates();
  if (query.data?.templates.length === 0) return null;
  return (
    <section aria-label="Templates">
      <h2 className="medium below-3 title-sm">Begin with a template</h2>
      <QueryView query={query} errorTitle="The templates could not be loaded">
        {({ templates }) => <Gallery {...props} templates={templates} />}
      </QueryView>
    </section>
  );
};
