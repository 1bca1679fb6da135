import { useMay } from '../../../../lib/account/session.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useChatModels } from '../api.ts';
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

/** Names the model that currently answers for an app. */
export const AnsweredBy = ({ modelId }: { modelId: string | null }) =>
  useMay()('models:read') ? (
    <Panel title="Answered by">
      <div className={classes.sentence}>
        <Sentence modelId={modelId} />
      </div>
    </Panel>
  ) : null;
