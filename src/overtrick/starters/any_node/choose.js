// A bot for GAME to start from: choose returns the name of one of the legal actions.

/** Play the first legal action; question.state is the position, question.events what has happened since we were asked. */
function choose(question, hello) {
    return question.legal[0];
}

module.exports = { choose };
