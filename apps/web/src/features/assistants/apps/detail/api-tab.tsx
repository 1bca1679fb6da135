import type { App } from '@atelier/contracts/assistants/apps';
import { ApiPanels } from '../../../../lib/programs/api-panels.tsx';
import { codeExamples } from '../model/code-examples.ts';
import { shareLink } from '../model/share-link.ts';

const describeApiAccess = ({ access }: App): string =>
  access === 'PUBLIC'
    ? 'A public app answers its own call without a key too. All other forms need one.'
    : 'A private app answers only with a key of your company.';

/** Shows how programs can call the app. */
export const ApiTab = ({ app }: { app: App }) => (
  <ApiPanels
    title="Ask this app"
    idLabel="App id"
    id={app.appId}
    about={`${describeApiAccess(app)} Citations with their quotes come with every answer.`}
    forms={codeExamples({ origin: new URL(shareLink(app)).origin, appId: app.appId })}
  />
);
