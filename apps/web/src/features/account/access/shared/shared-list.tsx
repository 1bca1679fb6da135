import type { SharedThing } from '@atelier/contracts/account/shared-things';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../../../lib/account/session.ts';
import { formatAgo } from '../../../../lib/format.ts';
import { KindIcon } from '../../../../lib/kind-icon.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { NothingShared } from '../nothing-shared.tsx';
import { useSharedThings } from './api.ts';
import classes from './shared.module.css';

/** So many are shown before the rest is asked for, and without a field to search them. */
const fewThings = 8;
const typingPauseMs = 200;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const Origin = ({ thing: { label, sharedBy, sharedAt } }: { thing: SharedThing }) => {
  const { tenantName } = useUser();
  const origin =
    sharedBy === null && sharedAt === null
      ? `for everybody at ${tenantName}`
      : [`shared${sharedBy === null ? '' : ` by ${sharedBy}`}`, sharedAt === null ? '' : formatAgo(sharedAt)]
          .filter((part) => part !== '')
          .join(', ');
  return <span className={classes.origin}>{`${capital(label)}, ${origin}`}</span>;
};

const Thing = ({ thing }: { thing: SharedThing }) => {
  const { kind, name, address, waiting } = thing;
  return (
    <li className={classes.thing}>
      <Link to={address} className={classes.link}>
        <span className={classes.icon}>
          <KindIcon kind={kind} />
        </span>
        <span className={classes.words}>
          <strong>{name}</strong>
          <Origin thing={thing} />
        </span>
      </Link>
      {waiting === null ? null : (
        <Button
          component={Link}
          to={waiting.address}
          size="xs"
          aria-label={`${waiting.count.toLocaleString('en')} to decide: ${name}`}
        >
          {waiting.count.toLocaleString('en')} to decide
        </Button>
      )}
    </li>
  );
};

interface ThingsProps {
  things: readonly SharedThing[];
  /** True when the server has more than it sent. */
  hasMore: boolean;
}

const Things = ({ things, hasMore }: ThingsProps) => {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? things : things.slice(0, fewThings);
  return (
    <>
      <ul className={classes.things} aria-label="Shared with you">
        {shown.map((thing) => (
          <Thing key={thing.entityId} thing={thing} />
        ))}
      </ul>
      {shown.length < things.length ? (
        <div className={classes.more}>
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {hasMore ? 'Show more' : `Show all ${things.length}`}
          </Button>
        </div>
      ) : hasMore ? (
        <p className={classes.note}>Only some are listed. Search for the others.</p>
      ) : null}
    </>
  );
};

/** Everything that was shared with the user, of every kind, in one list: what waits for them first (ROLE-11). */
export const SharedList = () => {
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), typingPauseMs);
  const query = useSharedThings(search);
  const all = useSharedThings('');
  const isSearched = search !== '' || words !== '';
  const isMany = isSearched || (all.data?.items.length ?? 0) > fewThings;
  return (
    <QueryView
      query={query}
      skeleton="table"
      isEmpty={({ items }) => items.length === 0 && !isSearched}
      empty={<NothingShared />}
      errorTitle="What is shared with you could not be loaded"
    >
      {({ items, hasMore }) => (
        <Panel
          title="Shared with you"
          flush
          actions={
            isMany ? (
              <TextInput
                type="search"
                size="xs"
                aria-label="Search what is shared with you"
                placeholder="Search"
                leftSection={<IconSearch size={14} />}
                value={words}
                onChange={(event) => setWords(event.currentTarget.value)}
              />
            ) : undefined
          }
        >
          {items.length === 0 ? (
            <p className={classes.note}>Nothing that is shared with you has this in its name.</p>
          ) : (
            <Things things={items} hasMore={hasMore} />
          )}
        </Panel>
      )}
    </QueryView>
  );
};
