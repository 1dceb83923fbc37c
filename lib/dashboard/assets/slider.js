// Gives each simulation of a budget a slider. Without this script the form has a field and a button.
const enhance = () => {
  for (const form of document.querySelectorAll('form.simulate:not([data-slider])')) {
    form.dataset.slider = '';
    const { amount } = form.elements;
    const slider = document.createElement('input');
    slider.type = 'range';
    slider.min = '0';
    slider.max = String(Math.max(1, 2 * Number(form.dataset.monthly)));
    slider.step = 'any';
    slider.value = amount.value;
    slider.setAttribute('aria-label', amount.labels[0].textContent.trim());
    slider.addEventListener('input', () => {
      amount.value = Number(slider.value).toFixed(2);
    });
    slider.addEventListener('change', () => form.requestSubmit());
    amount.addEventListener('input', () => {
      slider.value = amount.value.replace(',', '.');
    });
    amount.labels[0].after(slider);
  }
};

enhance();
// A live page replaces its main part.
new MutationObserver(enhance).observe(document.body, { childList: true });
