// A bot for the duel to start from: choose returns the name of one of the legal cards.
package main

import (
	"sort"
	"strconv"
)

// State is what we read of the position.
type State struct {
	Trick []struct{ Card string }
}

// Legal has the names of the legal cards.
type Legal []string

// Win a trick as cheaply as possible, or lose it cheaply; lead the highest card.
func choose(question Question, hello Hello) string {
	cards := question.Legal
	sort.Slice(cards, func(i, j int) bool { return value(cards[i]) < value(cards[j]) })
	if len(question.State.Trick) == 0 {
		return cards[len(cards)-1]
	}
	led := question.State.Trick[0].Card
	for _, card := range cards {
		if card[0] == led[0] && value(card) > value(led) {
			return card
		}
	}
	return cards[0]
}

// Return the value of a card such as SA, H4 or C13; an ace is the lowest.
func value(card string) int {
	if card[1:] == "A" {
		return 1
	}
	number, _ := strconv.Atoi(card[1:])
	return number
}
