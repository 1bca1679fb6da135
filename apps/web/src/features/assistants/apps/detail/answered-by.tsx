import type { App } from '@atelier/contracts/assistants/apps';
import { useMay } from '../../../../lib/account/session.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useChatModels } from '../../../content/models/index.ts';
import { answeringModel } from '../model/answering-model.ts';
import classes from './detail.module.css';

const Sentence = ({ modelId }: { modelId: string | null }) => {
  const models = useChatModels();
  return (
    <QueryView query={models}>
      {(data) => {
        const { model, isFallback } = answeringModel(data.models, modelId);
        if (!model) return <p>No model is set.</p>;
        return (
          <>
            <p>
              <strong>{model.label}</strong>
              {model.extractive ? '' : `, ${model.provider}`}
              {modelId === null ? ' (the default)' : ''}
            </p>
            {isFallback ? (
              <p className={classes.quiet}>
                The chosen model no longer exists, so the default model answers.
              </p>
            ) : null}
            {model.extractive ? (
              <p className={classes.quiet}>
                It quotes your documents and is not a language model. For written answers,{' '}
                <TextLink to="/models?new=1">add a model provider</TextLink>.
              </p>
            ) : null}
          </>
        );
      }}
    </QueryView>
  );
};

const others = {
  ADVANCE: { what: 'flow', buildLink: (id: string) => `/flows/${id}` },
  AGENT: { what: 'agent', buildLink: (id: string) => `/agent?id=${id}` },
  APP: { what: 'app', buildLink: (id: string) => `/apps/${id}` },
  WORKER: { what: 'worker', buildLink: (id: string) => `/worker?id=${id}` },
};

/** Names the flow, the agent, the app or the worker that answers. Nothing is known of one that is gone, or that the reader may not see. */
const OtherAnswerer = ({
  answerer,
  orchestration,
}: Pick<App, 'answerer'> & { orchestration: keyof typeof others }) => {
  const { what, buildLink } = others[orchestration];
  if (answerer === null) return <p>A {what} that you may not see, or that was deleted.</p>;
  const { answererId, name } = answerer;
  return (
    <p>
      The {what} <TextLink to={buildLink(answererId)}>{name}</TextLink>
    </p>
  );
};

/** Names what currently answers for an app: a model, a flow, an agent, another app, or a worker. */
export const AnsweredBy = ({ app }: { app: App }) => {
  const { orchestration, answerer } = app;
  const isBasic = orchestration === 'BASIC';
  const mayReadModels = useMay()('models:read');
  return !isBasic || mayReadModels ? (
    <Panel title="Answered by">
      <div className={classes.sentence}>
        {isBasic ? (
          <Sentence modelId={app.modelId} />
        ) : (
          <OtherAnswerer answerer={answerer} orchestration={orchestration} />
        )}
      </div>
    </Panel>
  ) : null;
};
