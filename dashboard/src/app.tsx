import { PAGES, type PageName } from '@sign-display/contracts/pages';
import { Route, Router } from '@solidjs/router';
import { For, type Component } from 'solid-js';
import ForgotPassword from './routes/forgot-password.tsx';
import Home from './routes/home.tsx';
import Invitation from './routes/invitation.tsx';
import Later from './routes/later.tsx';
import Missing from './routes/missing.tsx';
import ResetPassword from './routes/reset-password.tsx';
import SignIn from './routes/sign-in.tsx';

/** The pages that are built, by their names in `PAGES`; the others say that they come. */
const BUILT: Partial<Record<PageName, Component>> = {
  home: Home,
  signIn: SignIn,
  forgotPassword: ForgotPassword,
  resetPassword: ResetPassword,
  invitation: Invitation,
};

const pages = Object.entries(PAGES) as [PageName, string][];

export const App = () => (
  <Router>
    <For each={pages}>{([name, path]) => <Route path={path} component={BUILT[name] ?? Later} />}</For>
    <Route path="*" component={Missing} />
  </Router>
);
