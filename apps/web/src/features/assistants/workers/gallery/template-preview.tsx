import type { WorkerTemplateDetails } from '@atelier/contracts/assistants/workers/worker-templates';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
import { useWorkerTemplate } from '../api.ts';
import { Output } from '../record/output.tsx';
import classes from './gallery.module.css';

/** A region that scrolls by itself, which the keyboard must be able to reach. */
const scrolls = { role: 'region', tabIndex: 0 };

/** An example of the input and the output of a worker of this template. */
const Exchange = ({ template: { sampleData, sampleOutput } }: { template: WorkerTemplateDetails }) => {
  const [sample] = sampleData;
  if (!sample) return null;
  return (
    <section className="stack-3" aria-label="Example">
      <div className={`surface-box overflow-hidden ${classes.sheet}`}>
        <header>In: {sample.fileName ?? sample.name}</header>
        <div {...scrolls} className={`${classes.sheetBody} pre-wrap`} aria-label="Sample input">
          {sample.input}
        </div>
      </div>
      <IconArrowDown size={20} className={`muted ${classes.arrow}`} aria-hidden="true" />
      <div className={`surface-box overflow-hidden ${classes.sheet}`}>
        <header>Out</header>
        <div {...scrolls} className={classes.sheetBody} aria-label="Sample output">
          <Output value={sampleOutput} />
        </div>
      </div>
    </section>
  );
};

const Preview = ({ template }: { template: WorkerTemplateDetails }) => (
  <div className={`stack-5 ${classes.preview}`}>
    <p className="flat">{template.description}</p>
    <section>
      <h3 className="small below-2 bold">What it does</h3>
      <ol>
        {template.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
    <Exchange template={template} />
    {template.needs.length === 0 ? null : (
      <section>
        <h3 className="small below-2 bold">What it needs</h3>
        <ul>
          {template.needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </section>
    )}
    {template.agents.map(({ name, instructions }) => (
      <Fold key={name} label={`Instructions of “${name}”`}>
        <p className="pre-wrap">{instructions}</p>
      </Fold>
    ))}
  </div>
);

interface TemplatePreviewProps {
  /** '' while none is open. */
  templateId: string;
  onClose: () => void;
  onUse: (templateId: string) => void;
}

/** A template beside the gallery: what it does, an example, what it needs, and its instructions. */
export const TemplatePreview = ({ templateId, onClose, onUse }: TemplatePreviewProps) => {
  const query = useWorkerTemplate(templateId);
  return (
    <SidePanel
      opened={templateId !== ''}
      onClose={onClose}
      title={query.data?.name ?? 'Template'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => onUse(templateId)}>Use this template</Button>
        </>
      }
    >
      <QueryView query={query} errorTitle="The template could not be loaded">
        {(template) => <Preview template={template} />}
      </QueryView>
    </SidePanel>
  );
};
