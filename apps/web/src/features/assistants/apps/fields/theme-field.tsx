import { chatThemes } from '@atelier/contracts/assistants/apps/app-settings';
import { useId } from 'react';
import { themeAttribute } from '../../../../ui/theme/chat-theme.ts';
import '../../../../ui/theme/chat-themes.css';
import type { AppFormProps } from './app-form-props.ts';
import classes from './theme-field.module.css';

/** The seven themes as swatches (APP-34 to APP-40). */
export const ThemeField = ({ form }: AppFormProps) => {
  const group = useId();
  const { value, onChange } = form.bind('themeName');
  return (
    <fieldset className={classes.group}>
      <legend>Theme</legend>
      <div className={`stack-3 ${classes.themes}`}>
        {chatThemes.map((theme) => (
          <label key={theme} className={classes.theme} data-chosen={theme === value || undefined}>
            <input
              type="radio"
              name={group}
              value={theme}
              checked={theme === value}
              onChange={() => onChange(theme)}
            />
            <span className={classes.swatch} data-chat-theme={themeAttribute(theme)} aria-hidden="true">
              <i />
              <b />
              <b />
            </span>
            <span className={`muted tiny ${classes.name}`}>{theme}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
