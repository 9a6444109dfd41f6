import './styles/fonts.css';
import './styles/sign.css';
import './styles/code.css';
import './styles/message.css';
