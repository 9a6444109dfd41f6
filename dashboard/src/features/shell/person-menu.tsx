import { PAGES } from '@sign-display/contracts/page-paths';
import { useNavigate } from '@solidjs/router';
import { Index, Show } from 'solid-js';
import { THEMES } from '../../api/browser-preferences.ts';
import { useTools } from '../../app-context.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { LANGUAGES } from '../../words/words.ts';
import { personLabel, PERSON_BUTTON, PersonInitials, type Person } from './person-button.tsx';

/** The person's own: account, theme, language, keys, signing out. */
export function PersonMenu(props: {
  person: Person;
  /** Of the event that the page is about. */
  eventSettings: string | undefined;
  /** The pages of the organization that the page is about. */
  organizationPages: readonly { href: string; said: string }[];
  onKeys(): void;
  onSignOut(): void;
  opensNow(): boolean;
}) {
  const { words, preferences } = useTools();
  const navigate = useNavigate();
  const said = words.shell;
  const languages = said.languages as Record<string, string>;
  return (
    <Menu
      label={personLabel(said, props.person)}
      triggerClass={PERSON_BUTTON}
      trigger={<PersonInitials person={props.person} />}
      opensNow={props.opensNow}
    >
      <div class="max-w-72 px-4 pt-1.5 pb-2 min-[701px]:px-3">
        <div class="truncate font-[600]" dir="auto" title={props.person.name}>
          {props.person.name}
        </div>
        <div class="truncate text-ink-3" title={props.person.email}>
          {props.person.email}
        </div>
      </div>
      <MenuLine />
      <Show when={props.eventSettings}>
        {(href) => <MenuItem onSelect={() => navigate(href())}>{said.eventSettings}</MenuItem>}
      </Show>
      {/* By index: an entry that is made anew while the menu is open would lose the focus. */}
      <Index each={props.organizationPages}>
        {(page) => <MenuItem onSelect={() => navigate(page().href)}>{page().said}</MenuItem>}
      </Index>
      <MenuItem onSelect={() => navigate(PAGES.account)}>{said.account}</MenuItem>
      <MenuItem onSelect={() => props.onKeys()} aside={<kbd class="font-mono text-11 text-ink-3">?</kbd>}>
        {said.keys}
      </MenuItem>
      <MenuLine />
      <MenuChoice
        label={said.theme}
        value={preferences.theme.value()}
        choices={THEMES.map((value) => ({ value, said: said.themes[value] }))}
        onChoose={preferences.theme.choose}
      />
      <MenuChoice
        label={said.languageTitle}
        value={preferences.language.value()}
        choices={['browser', ...LANGUAGES].map((value) => ({ value, said: languages[value]! }))}
        onChoose={preferences.language.choose}
      />
      <MenuLine />
      <MenuItem onSelect={() => props.onSignOut()}>{words.shell.home.signOut}</MenuItem>
    </Menu>
  );
}
