import { apps } from '@atelier/contracts/assistants/apps';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../../lib/query.ts';
import { ActionsMenu } from '../../../ui/layout/actions-menu.tsx';

const linkToUpload = (knowledgeBaseId: string) => `/knowledge-base/${knowledgeBaseId}/documents`;

interface AddDocumentProps {
  appId: string;
  /** Names the topic that the document is about. */
  topic: string;
}

/** Leads to the upload of the knowledge base of an app. Of several the reader chooses one, and without any makes the first. */
export const AddDocument = ({ appId, topic }: AddDocumentProps) => {
  const { data, error } = useRead(apps.endpoints.get, { params: { id: appId }, query: {} });
  const navigate = useNavigate();
  if (data === undefined && !error) return null;
  const bases = data?.knowledgeBases ?? [];
  const look = { variant: 'default', size: 'xs', 'aria-label': `Add a document about ${topic}` } as const;
  if (bases.length > 1)
    return (
      <ActionsMenu
        label={look['aria-label']}
        actions={bases.map(({ knowledgeBaseId, name }) => ({
          label: name,
          onRun: () => void navigate({ to: linkToUpload(knowledgeBaseId) }),
        }))}
      >
        <Button {...look}>Add a document</Button>
      </ActionsMenu>
    );
  const [only] = bases;
  return (
    <Button
      {...look}
      component={Link}
      to={only ? linkToUpload(only.knowledgeBaseId) : '/knowledge-base?new=1'}
    >
      Add a document
    </Button>
  );
};
