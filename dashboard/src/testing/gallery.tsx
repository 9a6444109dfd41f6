import { For, type JSX } from 'solid-js';
import { render } from 'solid-js/web';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { Loading } from '../ui/loading.tsx';
import { Key } from '../ui/key.tsx';
import { Logo } from '../ui/logo.tsx';
import { SEVERITIES, type MarkName, type Severity } from '../ui/sign-marks-and-severity.ts';
import { Message } from '../ui/result-message.tsx';
import { Notice } from '../ui/notice.tsx';
import { OldPlate, PlatePlaceholder, Plates } from '../ui/plate-placeholders.tsx';
import { Mark, StatusMark } from '../ui/status-mark.tsx';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { ShellParts } from './shell-gallery.tsx';
import { SignParts } from './sign-gallery.tsx';
import '../styles/main.css';

/** `/ui` of the development server: each component in every state, for eyes and for the suite. */

const WEIGHTS: Severity[] = ['alarm', 'caution', 'note', 'quiet', 'good'];
const marksOf = (severity: Severity) =>
  (Object.keys(SEVERITIES) as MarkName[]).filter((name) => SEVERITIES[name] === severity);

const Part = (props: { title: string; children: JSX.Element }) => (
  <section class="border-t border-line py-6">
    <h2 class="mb-4 text-18 font-[600]">{props.title}</h2>
    {props.children}
  </section>
);

/** A panel of the drawing's size, so that both can be laid upon each other. */
const Panel = (props: { name: string; isTop?: boolean; children: JSX.Element }) => (
  <div
    id={props.name}
    class="flex h-[312px] w-[678px] max-w-full flex-col overflow-hidden bg-ground px-7 py-6"
    classList={{ 'justify-center': !props.isTop }}
  >
    {props.children}
  </div>
);

/** The names that the drawing's wall has. */
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(2, '0')}`);
const OLD_SIGNS = [
  ...numbered('Säule', 18),
  ...numbered('Säule', 14),
  ...Array.from('ABCDEFGH', (letter) => `Treppe ${letter}`),
  ...Array.from({ length: 8 }, (_, index) => `Kasse ${index + 1}`),
];

const States = () => (
  <div class="grid justify-start gap-6 bg-sunk p-5">
    <Panel name="nothing-found">
      <Empty
        title={english.wall.nothing.title(english.marks.offline, 'Bars', 'links')}
        lead={`${english.wall.nothing.place(32, 'Bars', true)} ${english.wall.nothing.searched('links')}`}
      >
        <Button>{english.wall.nothing.drop('links')}</Button>
        <Button>
          {english.wall.nothing.clear} <Key>Esc</Key>
        </Button>
      </Empty>
    </Panel>
    <Panel name="loading" isTop>
      <Loading title={english.states.loading(240)} since={english.states.seconds('0.4')}>
        <PlatePlaceholder count={48} />
      </Loading>
    </Panel>
    <Panel name="not-live" isTop>
      <div class="mb-3.5">
        <Notice
          is="old"
          title={english.live.since('19:40:11')}
          lead={`${english.live.age('2 min 20 s')} ${english.live.again(8)}`}
        >
          <Button>{english.live.tryNow}</Button>
        </Notice>
      </div>
      <Plates>
        <For each={OLD_SIGNS}>{(name) => <OldPlate name={name} />}</For>
      </Plates>
    </Panel>
    <Panel name="no-event">
      <Empty title={english.shell.home.noEvent} lead={english.shell.home.noEventLead}>
        <Button kind="primary">Create an event</Button>
      </Empty>
    </Panel>
    <Panel name="calm">
      <Empty
        title="All 240 signs are showing their pages."
        lead="No outages since 18:12."
        mark={
          <span class="text-good">
            <Mark is="acked" size={34} />
          </span>
        }
      />
    </Panel>
    <Panel name="forbidden">
      <Empty
        title="Only admins reboot devices."
        lead="Your role in Nordlicht Events is operator. You can restart the sign’s app instead, which solves most problems."
      >
        <Button kind="primary">Restart app</Button>
        <Button>Show the admins</Button>
      </Empty>
    </Panel>
    <Panel name="our-fault">
      <Empty
        title="We couldn’t load the history."
        lead={
          <>
            The error was logged as <span class="font-mono font-[500] tracking-[0.01em]">0d9e-41c7</span>. The sign
            itself is not affected; everything else on this page is live.
          </>
        }
      >
        <Button>Try again</Button>
      </Empty>
    </Panel>
  </div>
);

function Gallery() {
  return (
    <main class="mx-auto max-w-[960px] px-6 py-8">
      <h1 class="mb-6 text-24 font-[640] font-stretch-[104%]">Every component, in every state</h1>
      <Part title="Status: shape, word, colour">
        <For each={[english, german]}>
          {(words) => (
            <dl class="mb-4 grid grid-cols-[80px_1fr] gap-y-2" lang={words.common.language}>
              <For each={WEIGHTS}>
                {(severity) => (
                  <>
                    <dt class="text-ink-3">{severity}</dt>
                    <dd class="flex flex-wrap gap-x-5 gap-y-2">
                      <For each={marksOf(severity)}>{(name) => <StatusMark is={name} said={words.marks[name]} />}</For>
                    </dd>
                  </>
                )}
              </For>
            </dl>
          )}
        </For>
        <p class="flex flex-wrap items-end gap-4">
          <For each={[7, 12, 16, 20, 34]}>
            {(size) => <For each={marksOf('alarm')}>{(name) => <Mark is={name} size={size} />}</For>}
          </For>
        </p>
      </Part>
      <Part title="Buttons">
        <p class="flex flex-wrap items-center gap-2">
          <Button kind="primary">Primary</Button>
          <Button>Usual</Button>
          <Button kind="danger">No undo</Button>
          <Button kind="primary" disabled>
            Primary
          </Button>
          <Button disabled>Only admins</Button>
        </p>
        <div class="mt-4 w-[368px] max-w-full">
          <Button kind="primary" size="large">
            Large
          </Button>
        </div>
      </Part>
      <Part title="Fields">
        <div class="w-[368px] max-w-full">
          <Field label="Empty" placeholder="https://" />
          <Field label="With a hint" hint="At least 10 characters." value="typed" />
          <Field label="With an error" error="This address can’t be used." value="htp:/" />
          <Field label="Right to left" dir="auto" value="لوحة المدخل" />
          <Field label="Disabled" disabled value="typed" />
        </div>
      </Part>
      <Part title="Messages">
        <div class="w-[368px] max-w-full">
          <Message is="wrong">{english.signInPages.signIn.wrong}</Message>
          <Message is="done">{english.signInPages.forgotPassword.done}</Message>
        </div>
      </Part>
      <Part title="The logo">
        <Logo />
      </Part>
      <Part title="The frame around pages, and what opens above them">
        <ShellParts />
      </Part>
      <Part title="A sign: the chain that breaks where the fault is, and its commands">
        <SignParts />
      </Part>
      <Part title="Nothing yet, not yet, not now">
        <States />
      </Part>
    </main>
  );
}

document.documentElement.lang = 'en';
render(Gallery, document.body);
