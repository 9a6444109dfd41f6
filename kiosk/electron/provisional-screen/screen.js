window.kiosk.onModel(({ face, overlay }) => {
  const words = { code: face.shortCode, ready: face.signName, restarting: 'Restarting', black: '' }[face.kind];
  const main = document.querySelector('main');
  main.textContent = overlay ? 'Type the code of this sign to release it' : words;
  main.dataset.face = face.kind;
  main.dataset.overlay = overlay ? overlay.kind : '';
});
