import { type ReactNode, useId } from 'react';
import classes from './choice-cards.module.css';

export interface Choice<T extends string> {
  value: T;
  label: string;
  /** Explains what choosing this option means. */
  description?: ReactNode;
  icon?: ReactNode;
  /** True for an option that cannot be chosen now; the description says why. */
  isDisabled?: boolean;
}

interface ChoiceCardsProps<T extends string> {
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Shows narrow cards side by side instead of one below the other. */
  compact?: boolean;
  help?: ReactNode;
  error?: ReactNode;
}

interface CardProps<T extends string> {
  choice: Choice<T>;
  group: string;
  isChosen: boolean;
  onChoose: (value: T) => void;
}

const Card = <T extends string>({ choice, group, isChosen, onChoose }: CardProps<T>) => {
  const id = useId();
  return (
    <label
      className={`beside-3 strong-box surface pad-3 flex-start ${classes.card}`}
      data-chosen={isChosen || undefined}
      data-disabled={choice.isDisabled === true || undefined}
    >
      <input
        type="radio"
        className={`rigid ${classes.radio}`}
        name={group}
        value={choice.value}
        checked={isChosen}
        disabled={choice.isDisabled === true}
        onChange={() => onChoose(choice.value)}
        aria-labelledby={`${id}-label`}
        aria-describedby={choice.description === undefined ? undefined : `${id}-text`}
      />
      {choice.icon === undefined ? null : <span className={classes.icon}>{choice.icon}</span>}
      <span className="stack-0 min-0">
        <span id={`${id}-label`} className="medium">
          {choice.label}
        </span>
        {choice.description === undefined ? null : (
          <span id={`${id}-text`} className="muted small pretty">
            {choice.description}
          </span>
        )}
      </span>
    </label>
  );
};

/** A choice between a few options, each with an explanation: native radio buttons drawn as cards. */
export const ChoiceCards = <T extends string>(props: ChoiceCardsProps<T>) => {
  const { label, choices, value, onChange, compact = false, help, error } = props;
  const group = useId();
  return (
    <fieldset>
      <legend className="small medium no-pad margin-bottom-1">{label}</legend>
      {help === undefined ? null : <p className="muted tiny below-2">{help}</p>}
      <div className={`stack-2 ${classes.cards}`} data-compact={compact || undefined}>
        {choices.map((choice) => (
          <Card
            key={choice.value}
            choice={choice}
            group={group}
            isChosen={choice.value === value}
            onChoose={onChange}
          />
        ))}
      </div>
      {error === undefined ? null : (
        <p className="danger tiny margin-top-1" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
