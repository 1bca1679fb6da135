import { type ReactNode, useLayoutEffect } from 'react';
import { themeAttribute } from '../../ui/theme/chat-theme.ts';
import { LogoMark } from '../../ui/theme/logo.tsx';
import type { SignInPage } from './api.ts';
import classes from './user.module.css';

interface UserFrameProps {
  title: string;
  /** The app, its company, and how its chat looks; undefined where the app is not known. */
  names?: SignInPage;
  lead?: string;
  children?: ReactNode;
}

/** The page around a screen for app users, in the theme of the app, with its logo and a heading that names it. */
export const UserFrame = ({ title, names, lead, children }: UserFrameProps) => {
  const look = names?.look ?? null;
  const theme = look === null ? undefined : themeAttribute(look.themeName);
  useLayoutEffect(() => {
    if (theme !== undefined) document.body.dataset.chatTheme = theme;
  }, [theme]);
  return (
    <main className={classes.page}>
      <title>{title}</title>
      <div className={`stack-3 full-width ${classes.card}`}>
        {look?.logo ? <img className={classes.logo} src={look.logo} alt="" /> : <LogoMark size={32} />}
        <h1 dir="auto">{title}</h1>
        {names === undefined ? null : (
          <p className="flat break-anywhere muted" dir="auto">
            {names.companyName}
          </p>
        )}
        {lead === undefined ? null : <p className="flat break-anywhere muted">{lead}</p>}
        {children}
      </div>
    </main>
  );
};
