import { CopyButton } from '../../ui/content/copy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useMay } from '../account/session.ts';
import { ApiKeyPanel } from './api-key-panel.tsx';
import { type ExampleForm, keyVariable } from './call-examples.ts';
import { CallExamples } from './call-examples-view.tsx';
import classes from './programs.module.css';

interface ApiPanelsProps {
  title: string;
  /** The name of the id for people, such as "App id". */
  idLabel: string;
  id: string;
  /** The first facts for the author of a program. */
  about: string;
  forms: readonly ExampleForm[];
}

/** Shows the key of the user, and examples of calls to one thing that answers programs. */
export const ApiPanels = ({ title, idLabel, id, about, forms }: ApiPanelsProps) => {
  const may = useMay();
  return (
    <div className="stack-5 min-0 one-column">
      {may('keys:write') ? <ApiKeyPanel /> : null}
      <Panel title={title}>
        <div className={`stack-3 one-column ${classes.call}`}>
          <div className={`row-2-3 ${classes.key}`}>
            <span>{idLabel}</span>
            <code>{id}</code>
            <CopyButton
              value={id}
              label={`Copy ${idLabel.charAt(0).toLowerCase()}${idLabel.slice(1)}`}
              size="md"
            />
          </div>
          <p>
            {about} The examples read the key from the variable <code>{keyVariable}</code>. All calls are
            described under{' '}
            <a className={`accent-text ${classes.docs}`} href="/api/docs" target="_blank" rel="noopener">
              /api/docs
            </a>
            .
          </p>
          <CallExamples forms={forms} />
        </div>
      </Panel>
    </div>
  );
};
