import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { useDebouncedValue } from '@mantine/hooks';
import { usePages } from '../../../../lib/query.ts';

const typingPauseMs = 200;

/** Knowledge bases to choose from, searched on the server while the name is typed. */
export const useKnowledgeChoices = (typed: string) => {
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { query, rows, first } = usePages(knowledge.endpoints.list, {
    query: { search, sort: 'name', order: 'asc' },
  });
  return {
    choices: rows,
    /** The number of matches on the server; undefined until it is known. */
    total: first?.total,
    hasFailed: query.isError,
  };
};
