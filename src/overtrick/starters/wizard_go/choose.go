// A Wizard bot to start from: choose returns the name of one of the legal actions.
package main

import (
	"math"
	"strconv"
	"strings"
)

// State is what we read of the position.
type State struct {
	Phase, Trump string // Trump is a colour, or empty
	Hands        [][]string
	Bids, Tricks []int
}

// Legal has the names of the legal actions.
type Legal []string

// Name a trump, bid or play a card, whatever is due.
func choose(question Question, hello Hello) string {
	state, legal := question.State, question.Legal
	hand := strings.Join(state.Hands[hello.Seat], " ") + " "
	switch state.Phase {
	case "name trump": // "trump R": the colour we hold most of
		return best(legal, func(name string) float64 { return float64(strings.Count(hand, name[len(name)-1:])) })
	case "bid": // "bid 2": the hook may forbid one
		wanted := 0.0
		for _, card := range state.Hands[hello.Seat] {
			wanted += chance(card, state.Trump)
		}
		return best(legal, func(name string) float64 { return -math.Abs(number(name[4:]) - math.Round(wanted)) })
	}
	sign := -1.0
	if state.Bids[hello.Seat] > state.Tricks[hello.Seat] {
		sign = 1
	}
	return best(legal, func(card string) float64 { return sign * strength(card, state.Trump) })
}

// Return the name that is worth most.
func best(names []string, worth func(string) float64) string {
	found := names[0]
	for _, name := range names {
		if worth(name) > worth(found) {
			found = name
		}
	}
	return found
}

// Return a guess of how likely a card is to take a trick.
func chance(card, trump string) float64 {
	power := strength(card, trump)
	if power > 26 {
		return 1
	}
	if power > 13 {
		return 0.5 + (power-13)/30
	}
	return math.Max(0, (power-8)/8)
}

// Return how strong a card is: a Jester 0, plain cards 1 to 13, trumps 14 to 26, a Wizard 27.
func strength(card, trump string) float64 {
	switch {
	case card[0] == 'J':
		return 0
	case card[0] == 'W':
		return 27
	case trump != "" && card[:1] == strings.ToUpper(trump[:1]):
		return number(card[1:]) + 13
	}
	return number(card[1:])
}

func number(text string) float64 {
	value, _ := strconv.Atoi(text)
	return float64(value)
}
