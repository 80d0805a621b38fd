// Texts on the way between the environments.
import { pageSetting } from '../page-setting.ts';

export const switchTexts = {
  title: pageSetting.environment === 'sandbox' ? 'Opening the sandbox' : 'Opening the live environment',
  refusedTitle: pageSetting.environment === 'sandbox' ? 'Log in to the sandbox' : 'Log in to the live environment',
  logIn: 'Log in',
};
