import { Button } from '../../ui/button.tsx';

/** As large as the button, until its script and its words are there: nothing on the page moves. */
export const PasskeyButtonSpace = () => (
  <div class="invisible" aria-hidden="true">
    <Button size="large" disabled>
      …
    </Button>
  </div>
);
