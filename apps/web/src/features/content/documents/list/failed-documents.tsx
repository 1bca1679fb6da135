import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useImports } from '../api.ts';

/** Lists the documents that failed, with the reasons. The page of the knowledge base lists all documents. */
export const FailedDocuments = ({ knowledgeBaseId }: { knowledgeBaseId: string }) => {
  const { rows } = useImports(knowledgeBaseId, {
    search: '',
    status: 'ERRORED',
    sort: 'createdAt',
    order: 'desc',
  });
  return rows.length === 0 ? null : (
    <ul className="stack-1 failure break-anywhere indent" aria-label="Documents that could not be read">
      {rows.map((row) => (
        <li key={row.knowledgeBaseImportId}>
          <strong>{row.name}</strong> {row.error?.message}{' '}
          <TextLink to={`/runs/of/${row.knowledgeBaseImportId}`}>Show the run</TextLink>
        </li>
      ))}
    </ul>
  );
};
