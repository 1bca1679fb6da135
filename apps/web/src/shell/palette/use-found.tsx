import { people } from '@atelier/contracts/account/people/people';
import { useDebouncedValue } from '@mantine/hooks';
import { KindIcon } from '../../lib/kind-icon.tsx';
import { useRead } from '../../lib/query.ts';
import type { Command } from '../../ui/guidance/command-palette.tsx';

const typingPauseMs = 150;
const mostFound = 12;

/** Commands that open things of every kind whose name matches the query, as far as the user may see them. */
export const useFound = (query: string, go: (address: string) => void): Command[] => {
  const [search] = useDebouncedValue(query.trim(), typingPauseMs);
  const request = { query: { search, limit: mostFound } };
  const found = useRead(people.endpoints.searchEntities, request, { enabled: search !== '' });
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  // While somebody types, the reply is to an earlier search.
  const entities = (found.data?.entities ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  return entities.map(({ entityId, kind, label, name, address }) => ({
    id: entityId,
    label: name,
    description: label.charAt(0).toUpperCase() + label.slice(1),
    keywords: [query],
    icon: <KindIcon kind={kind} />,
    onRun: () => go(address),
  }));
};
