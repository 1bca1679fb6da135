import type { SharedSort, SharedThing } from '@atelier/contracts/account/shared-things';
import { Button, NativeSelect, TextInput } from '@mantine/core';
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
  return <span className="muted tiny">{`${capital(label)}, ${origin}`}</span>;
};

const Thing = ({ thing }: { thing: SharedThing }) => {
  const { kind, name, address, waiting } = thing;
  return (
    <li className={`line-3 rounded ${classes.thing}`}>
      <Link to={address} className={`line-3 plain-link min-0 grow rounded ${classes.link}`}>
        <span className={`tile ink-soft rounded ${classes.icon}`}>
          <KindIcon kind={kind} />
        </span>
        <span className="stack min-0">
          <strong className="break-anywhere medium text-md">{name}</strong>
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
  more: ReturnType<typeof useSharedThings>['more'];
}

const Things = ({ things, more: { total, hasMore, isLoading, onMore } }: ThingsProps) => {
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = isUnfolded ? things : things.slice(0, fewThings);
  const isFolded = shown.length < things.length;
  return (
    <>
      <ul className={`flat no-bullets ${classes.things}`} aria-label="Shared with you">
        {shown.map((thing) => (
          <Thing key={thing.entityId} thing={thing} />
        ))}
      </ul>
      {total > fewThings ? (
        <div className="line-3 note pad-3-4">
          <span role="status">{`${shown.length.toLocaleString('en')} of ${total.toLocaleString('en')}`}</span>
          {isFolded || hasMore ? (
            <Button
              variant="default"
              size="xs"
              loading={isLoading}
              onClick={isFolded ? () => setUnfolded(true) : onMore}
            >
              Show more
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
};

const orders: readonly { value: SharedSort; label: string }[] = [
  { value: 'urgency', label: 'What waits first' },
  { value: 'sharedAt', label: 'Last shared first' },
  { value: 'name', label: 'By name' },
];

interface FindingProps {
  words: string;
  onWords: (words: string) => void;
  sort: SharedSort;
  onSort: (sort: SharedSort) => void;
}

const Finding = ({ words, onWords, sort, onSort }: FindingProps) => (
  <div className="wrap-2">
    <TextInput
      type="search"
      size="xs"
      aria-label="Search what is shared with you"
      placeholder="Search"
      leftSection={<IconSearch size={14} />}
      value={words}
      onChange={(event) => onWords(event.currentTarget.value)}
    />
    <NativeSelect
      size="xs"
      aria-label="Order of what is shared with you"
      value={sort}
      onChange={({ currentTarget: { value } }) =>
        onSort(orders.find((order) => order.value === value)?.value ?? 'urgency')
      }
      data={[...orders]}
    />
  </div>
);

/** Everything that was shared with the user, of every kind, page by page in one list: what waits for them first (ROLE-11). */
export const SharedList = () => {
  const [words, setWords] = useState('');
  const [sort, setSort] = useState<SharedSort>('urgency');
  const [search] = useDebouncedValue(words.trim(), typingPauseMs);
  const { query, rows, first, more } = useSharedThings({ search, sort });
  const all = useSharedThings();
  const isSearched = search !== '' || words !== '';
  const isMany = isSearched || (all.first?.total ?? 0) > fewThings;
  return (
    <QueryView
      query={query}
      skeleton="table"
      isEmpty={() => first?.total === 0 && !isSearched}
      empty={<NothingShared />}
      errorTitle="What is shared with you could not be loaded"
    >
      {() => (
        <Panel
          title="Shared with you"
          flush
          actions={
            isMany ? <Finding words={words} onWords={setWords} sort={sort} onSort={setSort} /> : undefined
          }
        >
          {rows.length === 0 ? (
            <p className="note pad-3-4">Nothing that is shared with you has this in its name.</p>
          ) : (
            <Things key={`${sort} ${search}`} things={rows} more={more} />
          )}
        </Panel>
      )}
    </QueryView>
  );
};
